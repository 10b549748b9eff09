// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// `make build` says it. SwiftPM's own `gitInformation` is cached with the manifest, and grows old.
let buildValues: [CSetting] = ["KEYBRIDGE_COMMIT", "KEYBRIDGE_REPOSITORY"].compactMap { name in
  Context.environment[name].map { .define(name, to: "\"\($0)\"") }
}

func library(_ name: String, apt: [String], pkgConfig: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(apt)])
}

// The modules that a module re-exports.
let exports = [
  "Updates": ["InputTraits", "Keys", "Responders", "Text"], "Editing": ["TextLayout", "Updates"],
  "Typing": ["Editing"], "Composing": ["Editing"], "KeyboardViews": ["Composing", "Typing"],
  "TextInput": ["KeyboardViews"],
]

// A module is compiled against what its imports re-export, too, but SwiftPM compiles a target again
// only if one of its own dependencies has changed.
func dependencies(_ imports: [String]) -> [Target.Dependency] {
  var names = imports
  var next = 0
  while next < names.count {
    names += (exports[names[next]] ?? []).filter { !names.contains($0) }
    next += 1
  }
  return names.map { .byName(name: $0) }
}

func stage(_ name: String, _ imports: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies(imports), swiftSettings: swift)
}

func tests(
  _ name: String, _ imports: [String], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(imports), exclude: exclude, resources: resources,
    swiftSettings: swift)
}

func example(_ name: String, _ imports: [String] = [], exclude: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies(
      ["ExampleSupport", "Keys", "KeyCommands", "TextInput", "Forms"] + imports),
    path: "Examples/\(name)", exclude: exclude, swiftSettings: swift)
}

// Listed in pipeline order. The imports that each may have are the table in
// Documentation/Architecture.md; `--explicit-target-dependency-import-check error` makes it a
// guarantee.
let package = Package(
  name: "keybridge",
  products: [
    .executable(name: "keybridge", targets: ["keybridge"]),
    .library(
      name: "TextInput",
      targets: [
        "TextInput", "Forms", "AutoFill", "InputMethods", "Assistance", "Layouts", "KeyCommands",
        "Keys",
      ]),
  ],
  targets: [
    library("CLibevdev", apt: ["libevdev-dev"], pkgConfig: "libevdev"),
    library("CLibudev", apt: ["libudev-dev"], pkgConfig: "libudev"),
    library("CXkbcommon", apt: ["libxkbcommon-dev"], pkgConfig: "xkbcommon"),
    library("CLibyaml", apt: ["libyaml-dev"], pkgConfig: "yaml-0.1"),
    library("CJansson", apt: ["libjansson-dev"], pkgConfig: "jansson"),
    library("CLibmd", apt: ["libmd-dev"], pkgConfig: "libmd"),
    library("CSeccomp", apt: ["libseccomp-dev"], pkgConfig: "libseccomp"),
    library("CSQLite", apt: ["libsqlite3-dev"], pkgConfig: "sqlite3"),
    // No pkg-config: its one flag is for static linking, and SwiftPM warns about it.
    .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
    // No pkg-config: it is loaded when it is first needed, not linked
    // (Documentation/Decisions/0008).
    .systemLibrary(name: "CICU", providers: [.apt(["libicu-dev"])]),
    // Likewise, without pkg-config (Documentation/Decisions/0015).
    .systemLibrary(name: "CTerminfo", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CGetopt"),
    // A stack to suspend a keystroke on (Documentation/Decisions/0014).
    .target(name: "CCoroutine"),
    // Confines this process, or a child between fork and execve.
    .target(name: "CSandbox"),
    // Starts the process of an engine in its sandbox.
    .target(name: "CEngineProcess", dependencies: ["CSandbox"]),
    // Starts programs, and forks the process that does so for the confined service.
    .target(name: "CLauncher"),
    // Overwrites freed memory once there is a secret; linked into the program, not into the
    // library.
    .target(name: "CSecretMemory"),
    // Replaces pages of mapped files that cannot be read (Documentation/Decisions/0025).
    .target(name: "CMappedMemory"),
    // Unmaps the code and the constants that only the start needs (Documentation/Decisions/0009).
    .target(name: "CReadOnlyPages"),
    // Files in memory that are passed to another process (Documentation/Decisions/0040).
    .target(name: "CSealedMemory"),
    // Restores the terminal when this process is killed.
    .target(name: "CTerminalGuard"),
    .target(name: "CBuildValues", cSettings: buildValues),

    .target(
      name: "Keys", dependencies: ["CMappedMemory"],
      exclude: ["key-names.awk", "named-keys.py"], swiftSettings: swift),
    stage("Pads", ["Keys"]),
    stage("Devices", ["Keys", "Pads", "CLibevdev", "CLibudev", "CLinux"]),
    stage("YAMLNodes", ["CLibyaml"]),
    stage("Captures", ["Keys", "Pads", "YAMLNodes"]),
    stage("Layouts", ["Keys", "CXkbcommon"]),
    stage("Scanners", ["Keys"]),
    .target(
      name: "KeyCommands", dependencies: ["Keys"], exclude: ["Locales"], swiftSettings: swift),
    stage("TextBoundaries", ["CICU"]),
    stage("Text", ["TextBoundaries"]),
    stage("TextLayout", ["Keys", "Text", "TextBoundaries", "CUtf8proc"]),
    stage("InputTraits", ["Keys"]),
    stage("Responders", ["Keys", "KeyCommands"]),
    stage("Updates", ["Keys", "KeyCommands", "Text", "InputTraits", "Responders"]),
    stage(
      "Editing",
      [
        "Keys", "KeyCommands", "TextBoundaries", "Text", "TextLayout", "InputTraits", "Responders",
        "Updates",
      ]),
    stage("Typing", ["KeyCommands", "Editing"]),
    stage("Composing", ["Keys", "KeyCommands", "Editing"]),
    stage("KeyboardViews", ["Keys", "KeyCommands", "Typing", "Composing"]),
    stage("TextInput", ["Keys", "KeyCommands", "KeyboardViews", "CCoroutine"]),
    stage("Forms", ["TextInput"]),
    stage("AutoFill", ["Keys", "TextInput"]),
    stage("InputMethods", ["Keys", "KeyCommands", "TextInput"]),
    .target(
      name: "Assistance", dependencies: ["TextInput", "TextBoundaries"],
      resources: [
        .embedInCode("Words/Data/abbreviations.txt"), .embedInCode("Words/Data/mistakes.txt"),
      ], swiftSettings: swift),
    stage("Storage", ["Keys", "TextInput", "CSQLite"]),
    stage("Mirrors", ["Keys", "TextInput", "CTerminfo", "CTerminalGuard"]),
    .target(
      name: "TerminalScreen", dependencies: ["Keys", "TextLayout"], exclude: ["cell-widths.py"],
      swiftSettings: swift),
    stage("Hosting", ["Keys", "KeyCommands", "TextInput", "Mirrors", "TerminalScreen"]),
    // The rights of a process: system calls, files, capabilities, the user.
    stage("Sandbox", ["CSandbox", "CSeccomp"]),
    stage(
      "Engines",
      [
        "Keys", "YAMLNodes", "TextInput", "InputMethods", "Mirrors", "Sandbox", "CEngineProcess",
        "CSandbox", "CLibmd",
      ]),
    stage(
      "Service",
      [
        "Keys", "KeyCommands", "TextInput", "Forms", "AutoFill", "Mirrors", "CJansson",
        "CSealedMemory",
      ]),
    stage(
      "Bridge",
      [
        "Keys", "Pads", "Devices", "YAMLNodes", "Captures", "Layouts", "Scanners", "KeyCommands",
        "TextInput", "Forms", "AutoFill", "InputMethods", "Assistance", "Storage", "Mirrors",
        "Hosting", "Sandbox", "Engines", "Service", "CGetopt", "CSecretMemory", "CLauncher",
        "CReadOnlyPages", "CBuildValues",
      ]),
    .executableTarget(
      name: "keybridge",
      dependencies: dependencies([
        "Keys", "Pads", "Devices", "YAMLNodes", "Captures", "Layouts", "KeyCommands",
        "TextBoundaries", "TextInput", "InputMethods", "Mirrors", "Hosting", "Sandbox", "Engines",
        "Service",
        "Bridge",
      ]),
      swiftSettings: swift),

    // Programs to learn from: Examples/README.md.
    .target(
      name: "ExampleSupport", dependencies: dependencies(["TextInput", "Mirrors", "Bridge"]),
      path: "Examples/Support", swiftSettings: swift),
    example("ColourField", exclude: ["README.md", "red.evemu"]),
    example("ConversationList", exclude: ["README.md", "draft.evemu"]),
    example("TableForm", ["Bridge"], exclude: ["README.md", "ann.evemu", "person.yaml"]),

    // Asks the vocabulary of a language for `make bench-language`.
    .executableTarget(
      name: "LanguageBench", dependencies: ["Assistance"],
      path: "Benchmarks/language/LanguageBench", swiftSettings: swift),

    // Test support: C that stands in for the kernel, and what several test targets share.
    .target(name: "CFakeEvdev", path: "Tests/CFakeEvdev"),
    .systemLibrary(
      name: "CUmockdev", path: "Tests/CUmockdev", pkgConfig: "umockdev-1.0",
      providers: [.apt(["libumockdev-dev"])]),
    .systemLibrary(
      name: "CHangul", path: "Tests/CHangul", pkgConfig: "libhangul",
      providers: [.apt(["libhangul-dev"])]),
    .target(name: "CTestbed", dependencies: ["CUmockdev"], path: "Tests/CTestbed"),
    .target(
      name: "CLayoutOracle", dependencies: ["CXkbcommon"], path: "Tests/CLayoutOracle"),
    .systemLibrary(
      name: "CVterm", path: "Tests/CVterm", pkgConfig: "vterm",
      providers: [.apt(["libvterm-dev"])]),
    .target(name: "CScreenOracle", dependencies: ["CVterm"], path: "Tests/CScreenOracle"),
    .target(name: "CTestSetup", path: "Tests/CTestSetup"),
    .target(name: "CConfinedChild", dependencies: ["CSandbox"], path: "Tests/CConfinedChild"),
    .target(
      name: "TestSupport", dependencies: ["CTestSetup"], path: "Tests/TestSupport",
      swiftSettings: swift),

    .target(
      name: "TestTraits", dependencies: ["TestSupport"], path: "Tests/TestTraits",
      swiftSettings: swift),

    .target(
      name: "TestPrograms",
      dependencies: ["Keys", "SamplePads", "TestSupport", "TestTraits", "CTestbed"],
      path: "Tests/TestPrograms", swiftSettings: swift),

    .target(
      name: "SamplePads", dependencies: ["Keys"], path: "Tests/SamplePads", swiftSettings: swift),

    .target(
      name: "ScriptedConverters", dependencies: dependencies(["TextInput", "InputMethods"]),
      path: "Tests/ScriptedConverters", swiftSettings: swift),

    .executableTarget(
      name: "HangulExtension",
      dependencies: dependencies(["Keys", "TextInput", "InputMethods", "Mirrors", "Service"]),
      path: "Tests/HangulExtension", swiftSettings: swift),

    .executableTarget(
      name: "StorageChild",
      dependencies: dependencies(["TextInput", "Storage", "TestSupport", "CSQLite"]),
      path: "Tests/StorageChild", swiftSettings: swift),

    .target(
      name: "FuzzTargets",
      dependencies: dependencies([
        "Captures", "Bridge", "Engines", "InputMethods", "Keys", "Mirrors", "Service",
        "TerminalScreen", "TextInput",
      ]), path: "Tests/Fuzz/Targets", swiftSettings: swift),
    tests("FuzzTargetsTests", ["FuzzTargets", "Keys", "TestSupport", "TestTraits"]),

    .executableTarget(
      name: "ScreenFuzz", dependencies: ["TerminalScreen", "TestSupport"],
      path: "Tests/ScreenFuzz", swiftSettings: swift),

    tests("KeysTests", ["Keys", "CLibevdev", "TestSupport"]),
    tests("PadsTests", ["Keys", "Pads", "SamplePads", "TestSupport"]),
    tests(
      "DevicesTests",
      [
        "Keys", "Pads", "Devices", "SamplePads", "CFakeEvdev", "CTestbed", "CUmockdev",
        "TestSupport", "TestTraits",
      ]),
    tests("YAMLNodesTests", ["YAMLNodes", "TestSupport"]),
    tests(
      "CapturesTests", ["Keys", "Pads", "Captures", "SamplePads", "TestSupport", "TestTraits"],
      exclude: ["Devices"]),
    tests("ScannersTests", ["Keys", "Layouts", "Scanners", "CXkbcommon", "TestSupport"]),
    tests(
      "LayoutsTests",
      ["Keys", "Layouts", "CLayoutOracle", "CXkbcommon", "TestSupport", "TestTraits"]),
    // Prints the template of the catalogues for `make locales`.
    .executableTarget(
      name: "MessageTemplate", dependencies: ["KeyCommands"], path: "Tests/MessageTemplate",
      swiftSettings: swift),
    tests("KeyCommandsTests", ["Keys", "KeyCommands", "MessageTemplate", "TestSupport"]),
    tests("TextBoundariesTests", ["TextBoundaries", "TestSupport", "TestTraits"]),
    tests(
      "TextInputTests",
      [
        "Keys", "Layouts", "KeyCommands", "TextBoundaries", "Text", "TextLayout", "InputTraits",
        "Responders", "Updates", "Editing", "Typing", "Composing", "TextInput", "Forms", "AutoFill",
        "Assistance", "Mirrors", "TestSupport",
        "TestTraits",
      ]),
    tests(
      "AssistanceTests",
      [
        "Keys", "Layouts", "KeyCommands", "TextBoundaries", "Typing", "TextInput", "Forms",
        "AutoFill",
        "Assistance", "Mirrors", "TestSupport", "TestTraits",
      ]),
    tests(
      "InputMethodsTests",
      [
        "Keys", "KeyCommands", "TextInput", "InputMethods", "CHangul", "ScriptedConverters",
        "TestSupport", "TestTraits",
      ]),
    tests(
      "EnginesTests",
      [
        "Keys", "Captures", "TextInput", "InputMethods", "Mirrors", "Sandbox", "CSandbox",
        "Engines", "TestSupport", "TestTraits",
      ], exclude: ["scripted_engine.py"]),
    tests("SandboxTests", ["Sandbox", "CSandbox", "TestSupport", "TestTraits"]),
    tests("StorageTests", ["TextInput", "Storage", "StorageChild", "TestSupport", "TestTraits"]),
    tests(
      "MirrorsTests",
      [
        "Keys", "KeyCommands", "TextInput", "Forms", "AutoFill", "InputMethods", "Assistance",
        "Mirrors", "CScreenOracle", "ScriptedConverters", "TestSupport", "TestTraits",
      ]),
    tests(
      "TerminalScreenTests",
      [
        "Keys", "TextLayout", "TerminalScreen", "CScreenOracle", "TestPrograms", "TestSupport",
        "TestTraits",
      ]),
    tests(
      "ServiceTests",
      [
        "Keys", "KeyCommands", "Typing", "TextInput", "AutoFill", "InputMethods", "Assistance",
        "Mirrors", "Service", "ScriptedConverters", "TestSupport", "TestTraits",
      ]),
    tests(
      "HostingTests",
      [
        "Keys", "Devices", "Layouts", "TextInput", "Mirrors", "TerminalScreen", "Hosting", "Bridge",
        "TestSupport", "TestTraits",
      ]),
    .testTarget(
      name: "BridgeTests",
      dependencies: dependencies([
        "Keys", "Devices", "YAMLNodes", "Layouts", "Scanners", "KeyCommands", "TextInput", "Forms",
        "InputMethods", "Assistance", "Mirrors", "TerminalScreen", "Sandbox", "CSandbox",
        "CConfinedChild", "CLauncher", "Engines", "Bridge", "HangulExtension",
        "ScriptedConverters", "TestSupport", "TestTraits",
      ]),
      exclude: ["Cases"], swiftSettings: swift),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "TestSupport", "TestTraits", "TestPrograms", "CTestbed", "ColourField", "ConversationList",
        "TableForm",
      ], swiftSettings: swift),
    .testTarget(
      name: "KeybridgeTests",
      dependencies: [
        "KeyCommands", "InputMethods", "Sandbox", "Engines", "SamplePads", "TestSupport",
        "TestTraits", "TestPrograms", "CTestbed", "CUmockdev", "keybridge",
      ],
      exclude: ["Captures"],
      swiftSettings: swift,
      // Before libc in the needed list: what LD_PRELOAD would do, for the test executable alone.
      linkerSettings: [.linkedLibrary(":libumockdev-preload.so.0")]),
  ]
)

// `make fuzz` sets it, because the program needs libFuzzer.
if Context.environment["KEYBRIDGE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "KeybridgeFuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Program",
      swiftSettings: swift))
}

// Building all tests takes minutes. `make test-swift TARGETS="KeysTests TextInputTests"` builds
// these.
if let chosen = Context.environment["KEYBRIDGE_TEST_TARGETS"]?.split(separator: " "),
  !chosen.isEmpty
{
  package.targets.removeAll { $0.type == .test && !chosen.contains(Substring($0.name)) }
}
