// SPDX-License-Identifier: Apache-2.0
enum BuiltInCompose { static let text = "" }
