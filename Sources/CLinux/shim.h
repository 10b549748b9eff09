// SPDX-License-Identifier: Apache-2.0
#pragma once
// Glibc's Swift module leaves these headers out.
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
