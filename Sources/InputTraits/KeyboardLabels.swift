// SPDX-License-Identifier: Apache-2.0

/// The labels of the return and space keys in one language (TRT-5, MOD-11).
struct KeyboardLabels: Sendable {
  let `return`: String
  let go: String
  let join: String
  let next: String
  let route: String
  let search: String
  let send: String
  let done: String
  let emergencyCall: String
  let `continue`: String
  let space: String
  /// The words for the keyboard types that expect numbers, a phone number or an e-mail address.
  let numbers: String
  let phone: String
  let email: String

  /// Creates labels in the order of ``ReturnKeyType``, without the two brands, followed by the
  /// label of the space bar and the words for keyboard types.
  fileprivate init(
    _ return: String, _ go: String, _ join: String, _ next: String, _ route: String,
    _ search: String, _ send: String, _ done: String, _ emergencyCall: String,
    _ continue: String, space: String, types: (numbers: String, phone: String, email: String)
  ) {
    self.return = `return`
    self.go = go
    self.join = join
    self.next = next
    self.route = route
    self.search = search
    self.send = send
    self.done = done
    self.emergencyCall = emergencyCall
    self.continue = `continue`
    self.space = space
    (numbers, phone, email) = types
  }

  /// Returns the labels of a language: of its script or region if they differ, or else of the
  /// language, or else in English.
  static func of(_ language: LanguageTag) -> KeyboardLabels {
    table[key(of: language)] ?? english
  }

  /// Returns the labels for a BCP 47 tag; in English if the tag is not well-formed.
  static func of(tag: String) -> KeyboardLabels { of(LanguageTag(tag) ?? .english) }

  private static func key(of tag: LanguageTag) -> String {
    switch tag.language {
    case "zh", "yue": return tag.script == .traditionalHan ? "zh-Hant" : "zh-Hans"
    case "pt": return tag.region ?? "BR" == "BR" ? "pt-BR" : "pt-PT"
    // The tags of the two written forms of Norwegian, Bokmål and Nynorsk, and the tag for either.
    case "no", "nn": return "nb"
    case "bs": return "hr"
    case "sr" where tag.script == .latin: return "sr-Latn"
    default: return tag.language
    }
  }

  private static let english = KeyboardLabels(
    "return", "Go", "Join", "Next", "Route", "Search", "Send", "Done", "Emergency Call",
    "Continue", space: "space",
    types: ("Numbers", "Phone", "Email"))

  /// The languages of the built-in modes; American and British English have the same labels.
  private static let table: [String: KeyboardLabels] = [
    "en": english,
    "fr": KeyboardLabels(
      "retour", "Accéder", "Rejoindre", "Suivant", "Itinéraire", "Rechercher", "Envoyer",
      "Terminé", "Appel d’urgence", "Continuer", space: "espace",
      types: ("Chiffres", "Téléphone", "E-mail")),
    "de": KeyboardLabels(
      "Return", "Öffnen", "Verbinden", "Weiter", "Route", "Suchen", "Senden", "Fertig", "Notruf",
      "Fortfahren", space: "Leerzeichen",
      types: ("Zahlen", "Telefon", "E-Mail")),
    "es": KeyboardLabels(
      "intro", "Ir", "Unirse", "Siguiente", "Ruta", "Buscar", "Enviar", "Listo",
      "Llamada de emergencia", "Continuar", space: "espacio",
      types: ("Números", "Teléfono", "Correo")),
    "it": KeyboardLabels(
      "invio", "Vai", "Accedi", "Avanti", "Percorso", "Cerca", "Invia", "Fine",
      "Chiamata di emergenza", "Continua", space: "spazio",
      types: ("Numeri", "Telefono", "E-mail")),
    "nl": KeyboardLabels(
      "enter", "Ga", "Verbind", "Volgende", "Route", "Zoek", "Stuur", "Gereed", "Noodoproep",
      "Ga door", space: "spatie",
      types: ("Cijfers", "Telefoon", "E-mail")),
    "pt-BR": KeyboardLabels(
      "retorno", "Ir", "Conectar", "Próximo", "Rota", "Buscar", "Enviar", "OK",
      "Chamada de emergência", "Continuar", space: "espaço",
      types: ("Números", "Telefone", "E-mail")),
    "pt-PT": KeyboardLabels(
      "enter", "Ir", "Aderir", "Seguinte", "Percurso", "Pesquisar", "Enviar", "Concluído",
      "Chamada de emergência", "Continuar", space: "espaço",
      types: ("Números", "Telefone", "E-mail")),
    "da": KeyboardLabels(
      "retur", "Gå", "Forbind", "Næste", "Rute", "Søg", "Send", "Færdig", "Nødopkald", "Fortsæt",
      space: "mellemrum",
      types: ("Tal", "Telefon", "E-mail")),
    "sv": KeyboardLabels(
      "retur", "Gå", "Anslut", "Nästa", "Färdväg", "Sök", "Skicka", "Klar", "Nödsamtal",
      "Fortsätt", space: "mellanslag",
      types: ("Siffror", "Telefon", "E-post")),
    "nb": KeyboardLabels(
      "retur", "Gå", "Koble til", "Neste", "Rute", "Søk", "Send", "Ferdig", "Nødanrop",
      "Fortsett", space: "mellomrom",
      types: ("Tall", "Telefon", "E-post")),
    "fi": KeyboardLabels(
      "rivinvaihto", "Siirry", "Liity", "Seuraava", "Reitti", "Etsi", "Lähetä", "Valmis",
      "Hätäpuhelu", "Jatka", space: "välilyönti",
      types: ("Numerot", "Puhelin", "Sähköposti")),
    "pl": KeyboardLabels(
      "enter", "Idź", "Dołącz", "Dalej", "Trasa", "Szukaj", "Wyślij", "Gotowe",
      "Połączenie alarmowe", "Kontynuuj", space: "spacja",
      types: ("Liczby", "Telefon", "E-mail")),
    "ru": KeyboardLabels(
      "ввод", "Перейти", "Подключиться", "Далее", "Маршрут", "Найти", "Отправить", "Готово",
      "Экстренный вызов", "Продолжить", space: "пробел",
      types: ("Цифры", "Телефон", "Почта")),
    "uk": KeyboardLabels(
      "ввід", "Перейти", "Приєднатися", "Далі", "Маршрут", "Шукати", "Надіслати", "Готово",
      "Екстрений виклик", "Продовжити", space: "пробіл",
      types: ("Цифри", "Телефон", "Пошта")),
    "tr": KeyboardLabels(
      "geç", "Git", "Katıl", "Sonraki", "Yol tarifi", "Ara", "Gönder", "Bitti", "Acil arama",
      "Devam", space: "boşluk",
      types: ("Sayılar", "Telefon", "E-posta")),
    "ko": KeyboardLabels(
      "리턴", "이동", "연결", "다음", "경로", "검색", "보내기", "완료", "긴급 통화", "계속", space: "스페이스",
      types: ("숫자", "전화", "이메일")),
    "ja": KeyboardLabels(
      "改行", "開く", "接続", "次へ", "経路", "検索", "送信", "完了", "緊急通報", "続ける", space: "空白",
      types: ("数字", "電話", "メール")),
    "zh-Hans": KeyboardLabels(
      "换行", "前往", "加入", "下一步", "路线", "搜索", "发送", "完成", "紧急呼叫", "继续", space: "空格",
      types: ("数字", "电话", "邮件")),
    "zh-Hant": KeyboardLabels(
      "換行", "前往", "加入", "下一步", "路線", "搜尋", "傳送", "完成", "緊急電話", "繼續", space: "空格",
      types: ("數字", "電話", "郵件")),
    "ca": KeyboardLabels(
      "retorn", "Ves-hi", "Unir-s’hi", "Següent", "Ruta", "Cerca", "Envia", "Fet",
      "Trucada d’emergència", "Continua", space: "espai",
      types: ("Nombres", "Telèfon", "Correu")),
    "ro": KeyboardLabels(
      "enter", "Salt", "Conectare", "Înainte", "Rută", "Căutare", "Trimite", "Gata",
      "Apel de urgență", "Continuă", space: "spațiu",
      types: ("Numere", "Telefon", "E-mail")),
    "cs": KeyboardLabels(
      "enter", "Otevřít", "Připojit se", "Další", "Trasa", "Hledat", "Odeslat", "Hotovo",
      "Tísňové volání", "Pokračovat", space: "mezerník",
      types: ("Čísla", "Telefon", "E-mail")),
    "sk": KeyboardLabels(
      "enter", "Otvoriť", "Pripojiť sa", "Ďalej", "Trasa", "Hľadať", "Odoslať", "Hotovo",
      "Tiesňové volanie", "Pokračovať", space: "medzerník",
      types: ("Čísla", "Telefón", "E-mail")),
    "sl": KeyboardLabels(
      "vnos", "Pojdi", "Pridruži se", "Naprej", "Pot", "Išči", "Pošlji", "Končano", "Klic v sili",
      "Nadaljuj", space: "preslednica",
      types: ("Številke", "Telefon", "E-pošta")),
    "hr": KeyboardLabels(
      "unos", "Idi", "Pridruži se", "Sljedeće", "Ruta", "Traži", "Pošalji", "Gotovo",
      "Hitni poziv", "Nastavi", space: "razmak",
      types: ("Brojevi", "Telefon", "E-pošta")),
    "sr-Latn": KeyboardLabels(
      "unos", "Idi", "Pridruži se", "Sledeće", "Ruta", "Traži", "Pošalji", "Gotovo", "Hitan poziv",
      "Nastavi", space: "razmak",
      types: ("Brojevi", "Telefon", "E-pošta")),
    "sr": KeyboardLabels(
      "унос", "Иди", "Придружи се", "Следеће", "Рута", "Тражи", "Пошаљи", "Готово", "Хитан позив",
      "Настави", space: "размак",
      types: ("Бројеви", "Телефон", "Е-пошта")),
    "bg": KeyboardLabels(
      "нов ред", "Отиди", "Присъедини се", "Напред", "Маршрут", "Търсене", "Изпрати", "Готово",
      "Спешно повикване", "Продължи", space: "интервал",
      types: ("Числа", "Телефон", "Имейл")),
    "hu": KeyboardLabels(
      "enter", "Ugrás", "Csatlakozás", "Következő", "Útvonal", "Keresés", "Küldés", "Kész",
      "Segélyhívás", "Folytatás", space: "szóköz",
      types: ("Számok", "Telefon", "E-mail")),
    "el": KeyboardLabels(
      "εισαγωγή", "Μετάβαση", "Συμμετοχή", "Επόμενο", "Διαδρομή", "Αναζήτηση", "Αποστολή", "Τέλος",
      "Κλήση ανάγκης", "Συνέχεια", space: "διάστημα",
      types: ("Αριθμοί", "Τηλέφωνο", "Email")),
    "he": KeyboardLabels(
      "שורה חדשה", "מעבר", "הצטרפות", "הבא", "מסלול", "חיפוש", "שליחה", "סיום", "שיחת חירום",
      "המשך", space: "רווח",
      types: ("מספרים", "טלפון", "דוא״ל")),
    "ar": KeyboardLabels(
      "إدخال", "انتقال", "انضمام", "التالي", "المسار", "بحث", "إرسال", "تم", "مكالمة طوارئ",
      "متابعة", space: "مسافة",
      types: ("أرقام", "هاتف", "بريد")),
    "fa": KeyboardLabels(
      "برگشت", "برو", "پیوستن", "بعدی", "مسیر", "جستجو", "ارسال", "انجام شد", "تماس اضطراری",
      "ادامه", space: "فاصله",
      types: ("اعداد", "تلفن", "ایمیل")),
    "hi": KeyboardLabels(
      "रिटर्न", "जाएँ", "जुड़ें", "आगे", "मार्ग", "खोजें", "भेजें", "पूर्ण", "आपातकालीन कॉल",
      "जारी रखें", space: "स्पेस",
      types: ("संख्याएँ", "फ़ोन", "ईमेल")),
    "th": KeyboardLabels(
      "ขึ้นบรรทัด", "ไป", "เข้าร่วม", "ถัดไป", "เส้นทาง", "ค้นหา", "ส่ง", "เสร็จสิ้น",
      "โทรฉุกเฉิน", "ดำเนินการต่อ", space: "เว้นวรรค",
      types: ("ตัวเลข", "โทรศัพท์", "อีเมล")),
    "id": KeyboardLabels(
      "enter", "Buka", "Gabung", "Berikutnya", "Rute", "Cari", "Kirim", "Selesai",
      "Panggilan Darurat", "Lanjutkan", space: "spasi",
      types: ("Angka", "Telepon", "Email")),
    "vi": KeyboardLabels(
      "nhập", "Đi", "Tham gia", "Tiếp", "Tuyến đường", "Tìm", "Gửi", "Xong", "Gọi khẩn cấp",
      "Tiếp tục", space: "dấu cách",
      types: ("Số", "Điện thoại", "Email")),
  ]
}
