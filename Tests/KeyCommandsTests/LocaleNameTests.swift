// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TestSupport
import Testing

@Suite struct LocaleNameTests {
  private static let names: [(String, [String])] = [
    ("sv", ["sv"]),
    ("sv_SE.UTF-8", ["sv_SE", "sv"]),
    ("sv-SE", ["sv_SE", "sv"]),
    ("SV-se", ["sv_SE", "sv"]),
    ("ca_ES.UTF-8@valencia", ["ca_ES@valencia", "ca@valencia", "ca_ES", "ca"]),
    ("sr-Latn-RS", ["sr_RS@latin", "sr@latin", "sr_RS", "sr"]),
    ("sr-Cyrl", ["sr@cyrillic", "sr"]),
    ("es-419", ["es_419", "es"]),
    ("pt_BR", ["pt_BR", "pt"]),
    ("fil-PH", ["fil_PH", "fil"]),
    ("de-DE-1996-u-co-phonebk", ["de_DE", "de"]),
    ("en-u-us", ["en"]),
    ("no_NO", ["no_NO", "no", "nb"]),
    ("zh", ["zh_CN", "zh"]),
    ("zh_TW", ["zh_TW", "zh"]),
    ("zh-Hant", ["zh_TW", "zh"]),
    ("zh-Hant-HK", ["zh_HK", "zh_TW", "zh"]),
    ("zh-HK", ["zh_HK", "zh_TW", "zh"]),
    ("zh-Hans-SG", ["zh_SG", "zh_CN", "zh"]),
  ]

  @Test(
    "CMD-14a a language has the catalogues that its name implies, the most specific first",
    arguments: names)
  func catalogueNames(name: String, expected: [String]) throws {
    #expect(try #require(LocaleName(name)).catalogueNames == expected)
  }

  @Test(
    "A name that is no language is refused, especially one with a path",
    arguments: [
      "", "C", "POSIX", "C.UTF-8", "../../etc", "sv/..", "sv_../x", "sv@../x", "sv@", "s",
      "svenska",
      "s1", "sv_", "sv__SE", "sv-verylongsubtag", "sv\u{0}", "så", "@latin", ".UTF-8", "_SE",
    ])
  func refused(name: String) {
    #expect(LocaleName(name) == nil)
  }

  @Test(
    "CMD-14a the environment selects the language as in gettext",
    arguments: [
      ([:], []),
      (["LANG": "sv_SE.UTF-8"], ["sv_SE", "sv"]),
      (["LANG": "sv", "LC_MESSAGES": "de"], ["de"]),
      (["LANG": "sv", "LC_MESSAGES": "de", "LC_ALL": "fr"], ["fr"]),
      (["LANG": "sv", "LC_ALL": ""], ["sv"]),
      (["LANG": "sv", "LC_CTYPE": "de"], ["sv"]),
      (["LANG": "sv", "LC_ALL": "C"], []),
      (["LANG": "sv", "LC_ALL": "POSIX", "LANGUAGE": "de"], []),
      (["LANGUAGE": "de"], []),
      (["LANG": "C.UTF-8", "LANGUAGE": "de"], ["de"]),
      (["LANG": "sv", "LANGUAGE": ""], ["sv"]),
      (["LANG": "sv", "LANGUAGE": "fr:de_AT"], ["fr", "de_AT", "de"]),
      (["LANG": "sv", "LANGUAGE": ":nb:?:fr"], ["nb", "fr"]),
      (["LANG": "sv", "LANGUAGE": "nb:C:fr"], ["nb"]),
    ] as [([String: String], [String])])
  func environment(variables: [String: String], expected: [String]) {
    let locales = LocaleName.preferred { variables[$0] }
    #expect(locales.flatMap(\.catalogueNames) == expected)
  }

  /// Locales that every Debian system has, because `gettext` refuses a locale that is not
  /// generated.
  @Test(
    "CMD-14a the gettext tool finds the same words in the same environment",
    arguments: ["C", "POSIX", "C.UTF-8"])
  func oracle(locale: String) throws {
    let folder = try Catalogues.compiled()
    let lists = [
      "", "sv", "de:sv", "xx:fr", "sv:C:de", "C:sv", "POSIX:sv", "pt_BR.UTF-8", "pt_PT", "pt_AO:sv",
      "zh_TW", "en:sv", "en_GB", "sv_FI@euro", ":da", "ja",
    ]
    for list in lists {
      let environment = ["LC_ALL": locale, "LANGUAGE": list, "TEXTDOMAINDIR": folder.path]
      let translator = Translator(
        LocaleName.preferred { environment[$0] }, folders: [folder.path])
      for (message, context) in [("Paste", nil), ("Find", "group"), ("nothing has this", nil)] {
        let theirs = try Child.run(
          ["gettext", "-d", "keybridge"] + (context.map { ["-c", $0] } ?? []) + [message],
          environment: environment)
        #expect(translator(message, context: context) == theirs.output, "LANGUAGE=\(list)")
      }
    }
  }
}
