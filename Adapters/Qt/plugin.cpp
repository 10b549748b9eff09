// SPDX-License-Identifier: Apache-2.0
// The plugin that Qt loads with QT_IM_MODULE=keybridge.
#include <qpa/qplatforminputcontextfactory_p.h>
#include <qpa/qplatforminputcontextplugin_p.h>

#include "context.h"

class KeybridgePlugin : public QPlatformInputContextPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QPlatformInputContextFactoryInterface_iid FILE "keybridge.json")

public:
  QPlatformInputContext *create(const QString &, const QStringList &) override {
    // On a desktop the display server reads the keyboards, and Qt composes as it does without an input method.
    bool hasDesktop = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    if (hasDesktop && qgetenv("KEYBRIDGE_QT") != "always") return QPlatformInputContextFactory::create(QStringLiteral("compose"));
    return new Context;
  }
};

#include "plugin.moc"
