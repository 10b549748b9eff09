# SPDX-License-Identifier: Apache-2.0
"""Words that always begin with a capital or have others, because the lists of wordfreq have lower case only.

A word that is also written in lower case with another meaning, such as the English "may", is not listed.
"""

CAPITALS = {
    "en": """
        I I’m I’ll I’ve I’d Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February April June July
        September October November December Christmas Easter English French German Spanish Italian Portuguese Russian
        Chinese Japanese Korean Dutch Swedish Danish Norwegian Finnish Ukrainian Turkish Greek Arabic American British
        European African Asian Australian Canadian Mexican Indian Irish Scottish Welsh America Africa Asia Europe
        Australia Canada Mexico India England Britain France Germany Spain Italy Portugal Russia Japan Korea Sweden
        Denmark Norway Finland Ukraine Greece Ireland Scotland Wales London Paris Berlin Rome Madrid Moscow Tokyo
        Monday’s Tuesday’s Wednesday’s Thursday’s Friday’s Saturday’s Sunday’s Mondays Tuesdays Wednesdays Thursdays
        Fridays Saturdays Sundays iPhone iPhones iPad iPads iOS macOS iCloud iMac iTunes MacBook eBay GitHub GitLab YouTube
        YouTuber YouTubers LinkedIn WhatsApp WordPress PayPal PlayStation JavaScript TypeScript PowerPoint OpenOffice
        LibreOffice BitTorrent VMware TikTok DreamWorks PostgreSQL MySQL SQLite LaTeX McDonald’s UK USA EU NATO NASA BBC
        CNN FBI CIA NHS NBA NFL UFO DNA RNA HIV DVD DVDs CPU GPU USB PDF URL HTML CSS HTTP HTTPS JSON XML SQL API FAQ CEO
        Google Facebook Microsoft Netflix Wikipedia Android Linux Ubuntu Debian Firefox""",
    "de": """
        Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag Januar Februar März April Mai Juni Juli
        August September Oktober November Dezember Weihnachten Ostern Deutschland Österreich Schweiz Europa Frankreich
        Italien Spanien Berlin Hamburg München Wien Zürich Herr Herrn Kind Kinder Haus Tag Tage Jahr Jahre
        Zeit Woche Wochen Monat Monate Uhr Stunde Stunden Minute Minuten Leute Menschen Mensch Stadt Land Welt Schule
        Straße Auto Zug Bus Wasser Kaffee Brot Buch Tisch Stuhl Tür Fenster Geld Euro Freund Freundin Freunde Mutter
        Vater Eltern Bruder Schwester Familie Wohnung Zimmer Küche Garten Hund Katze Problem Frage Antwort Idee""",
    "nl": """
        Nederland Nederlands Nederlandse België Belgisch Belgische Duitsland Duits Duitse Frankrijk Frans Franse Engeland
        Engels Engelse Europa Europees Europese Amsterdam Rotterdam Utrecht Brussel Kerstmis""",
    "da": "Danmark København Norge Sverige Tyskland Europa",
    "sv": "Sverige Stockholm Göteborg Malmö Norge Danmark Finland Tyskland Europa",
    "nb": "Norge Oslo Bergen Trondheim Sverige Danmark Tyskland Europa",
    "fi": "Suomi Suomen Suomessa Helsinki Helsingin Helsingissä Ruotsi Ruotsin Eurooppa Euroopan",
    "fr": "Paris Lyon Marseille Allemagne Espagne Italie Europe Belgique",
    "it": "Italia Roma Milano Napoli Torino Europa Francia Germania Spagna",
    "es": "España Madrid Barcelona México Argentina Europa Francia Alemania Italia",
    "pt": "Portugal Brasil Lisboa Europa Espanha Alemanha Itália",
    "pl": "Polska Warszawa Warszawie Kraków Krakowie Europa Europy Niemcy",
    "ru": "Россия России Москва Москве Петербург Европа Европе Украина",
    "uk": "Україна України Україні Київ Києві Львів Львові Європа Європі",
    "tr": "Türkiye İstanbul Ankara İzmir Avrupa Almanya Fransa İngiltere",
}


def words(language):
    """The words of a language in their usual spelling."""
    return CAPITALS.get(language, "").split()
