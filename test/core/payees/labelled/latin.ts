/** Pairs in Latin letters, by subject (see labelled-names.ts). */
export const latin: Readonly<Record<string, string>> = {
  'Latin, legal forms': `
= Nordwind Logistik GmbH | NORDWIND LOGISTIK
= Nordwind Logistik GmbH & Co. KG | Nordwind Logistik
= Talbach Werke AG | talbach werke ag
= Gebr. Holt OHG | Gebr Holt
= Larchfield Supplies Ltd. | Larchfield Supplies Limited
= Larchfield Supplies Ltd | LARCHFIELD SUPPLIES PLC
= Penrose Foundry, Inc. | Penrose Foundry Inc
= Penrose Foundry Corporation | Penrose Foundry Corp.
= Blue Mesa Holdings LLC | Blue Mesa Holdings, L.L.C.
= Tamarack Partners L.P. | Tamarack Partners
= Maison Verdier SARL | Maison Verdier
= Maison Verdier S.A.R.L. | MAISON VERDIER S.A.S.
= Atelier Roux et Fils | Atelier Roux Fils SAS
= Van Hoorn Bloemen B.V. | Van Hoorn Bloemen BV
= De Wit Transport NV | DE WIT TRANSPORT N.V.
= Fratelli Gallo S.p.A. | Fratelli Gallo SpA
= Officine Brera S.r.l. | OFFICINE BRERA SRL
= Aceites del Sur S.L. | Aceites del Sur, S.L.U.
= Transportes Marena, S.A. de C.V. | Transportes Marena SA de CV
= Grupo Almendra S. de R.L. de C.V. | Grupo Almendra
= Café do Norte Ltda. | Cafe do Norte LTDA
= Pedra Azul Unipessoal, Lda. | Pedra Azul Lda
= Fjordkraft Montasje AS | Fjordkraft Montasje ASA
= Søholm Byg ApS | Søholm Byg A/S
= Älvdalens Snickeri AB | Alvdalens Snickeri
= Kotipuu Oy | KOTIPUU OYJ
= Hvalur Flutningar ehf. | Hvalur Flutningar
= Balti Puit OÜ | Balti Puit OU
= Zilais Krasts SIA | SIA Zilais Krasts
= UAB Gintaro Kelias | Gintaro Kelias, UAB
= Zielony Las Sp. z o.o. | Zielony Las spółka z ograniczoną odpowiedzialnością
= Zielony Las Sp. z o.o. Sp. k. | ZIELONY LAS
= Modrá Hora s.r.o. | Modra Hora, spol. s r.o.
= Skalní Pramen a.s. | Skalní pramen
= Duna Malom Kft. | DUNA MALOM KFT
= Kék Tó Zrt. | Kék Tó Nyrt.
= SC Codrul Verde SRL | Codrul Verde S.R.L.
= Jadran Brod d.o.o. | Jadran Brod doo
= Planinski Vrh d.d. | PLANINSKI VRH
= Yıldız Tekstil A.Ş. | Yildiz Tekstil
= Deniz Gıda Ltd. Şti. | DENIZ GIDA LTD STI
= Lakeview Textiles Pvt. Ltd. | Lakeview Textiles Private Limited
= Meru Tea Growers (Pty) Ltd | Meru Tea Growers
= Coral Quay Trading Pte. Ltd. | Coral Quay Trading Pte Ltd
= Bukit Hijau Sdn. Bhd. | BUKIT HIJAU SDN BHD
= PT Maju Samudra Tbk | Maju Samudra
= CV Karya Mandiri | Karya Mandiri
= Công ty TNHH Hoa Sen Việt | Hoa Sen Viet
= Công ty Cổ phần Sông Xanh | SONG XANH JSC
= Red Gum Haulage Pty Ltd | Red Gum Haulage
= Kestrel Air Freight FZE | Kestrel Air Freight FZ-LLC
= Al Noor Trading W.L.L. | Al Noor Trading
= Ooo Severny Veter | Severny Veter
= TOV Zoloti Polia | Zoloti Polia
= Vasco Pinto Unipessoal Lda | Vasco Pinto
= Stichting Open Water | Open Water
= Ostsee Kutter eG | Ostsee Kutter e.G.
= Fischer & Brandt PartG mbB | Fischer und Brandt
= Heidepark Verwaltungs UG (haftungsbeschränkt) | Heidepark Verwaltungs
= Shenzhen Bright Lamp Co., Ltd. | SHENZHEN BRIGHT LAMP CO LTD
= Hanbit Motors Co., Ltd. | Hanbit Motors
= Asahi Kogu K.K. | Asahi Kogu
! Nordwind Logistik GmbH | Südwind Logistik GmbH
! Talbach Werke AG | Isarbach Werke AG
! Larchfield Supplies Ltd | Larchfield Motors Ltd
! Penrose Foundry Inc | Primrose Foundry Inc
! Blue Mesa Holdings LLC | Red Mesa Holdings LLC
! Maison Verdier SARL | Maison Duclos SARL
! Van Hoorn Bloemen BV | Van Dijk Bloemen BV
! Fratelli Gallo SpA | Fratelli Conti SpA
! Transportes Marena SA de CV | Transportes Lorca SA de CV
! Fjordkraft Montasje AS | Fjordkraft Eiendom AS
! UAB Gintaro Kelias | UAB Girios Kelias
! Zielony Las Sp. z o.o. | Czarny Las Sp. z o.o.
! PT Maju Samudra | PT Mitra Samudra
! Coral Quay Trading Pte Ltd | Coral Bay Trading Pte Ltd
! Duna Malom Kft | Tisza Malom Kft
! Larchfield Supplies Ltd | Limited Edition Supplies
! SA Transports | SA Bricolage`,
  'Latin, diacritics': `
= José Ángel Núñez | Jose Angel Nunez
= Zoë Brontë-Hale | Zoe Bronte Hale
= Łukasz Żółkiewski | Lukasz Zolkiewski
= Dvořáková Šárka | Sarka Dvorakova
= Bjørn Ødegård | Bjorn Odegard
= Müller Anselm | Mueller Anselm
= Jörg Größl | Joerg Groessl
= Jörg Größl | Jorg Grossl
= Åse Lindqvist | Aase Lindqvist
= Nguyễn Thị Hồng Ánh | Nguyen Thi Hong Anh
= Çağla Öztürk | Cagla Ozturk
= İbrahim Işık | Ibrahim Isik
= Þórdís Guðmundsdóttir | Thordis Gudmundsdottir
= Đorđe Šašić | Dorde Sasic
= François Lefèvre | FRANCOIS LEFEVRE
= Maëlle Le Goff | Maelle LE GOFF
= João Conceição | Joao Conceicao
= Ștefan Țurcanu | Stefan Turcanu
= Gyöző Kőműves | Gyozo Komuves
= Márta Erdős | MARTA ERDOS
= Ludvík Černý | Ludvik Cerny
= Ana Bärbel Käser | Ana Baerbel Kaeser
= Renée Œuvrard | Renee Oeuvrard
= Bergur Ægisson | Bergur Aegisson
= Ħal Saflieni Stores | Hal Saflieni Stores
= Ｔａｎａｋａ Ｔｒａｄｉｎｇ | Tanaka Trading
= ﬁne Flour Mills | Fine Flour Mills
= Café Zürich | Cafe\u0301 Zu\u0308rich
! José Núñez | Josefa Ibáñez
! Łukasz Żółkiewski | Łucja Zawadzka
! Müller Anselm | Möller Ansgar
! Bjørn Ødegård | Bjarne Ekeland
! Çağla Öztürk | Çetin Özdemir
! Þórdís Guðmundsdóttir | Þóra Gunnarsdóttir
! Nguyễn Thị Hồng Ánh | Nguyễn Thị Hồng Vân
! Ștefan Țurcanu | Simona Țepeș`,
  'Latin, word order and writing': `
= Anselm Karger | Karger, Anselm
= KARGER ANSELM | Anselm Karger
= Maria del Carmen Rojo | Rojo, Maria del Carmen
= Whitmore & Daughters | Whitmore and Daughters
= Whitmore + Daughters | Daughters Whitmore
= Smith-Okoro, Adaeze | Adaeze Smith Okoro
= O'Rourke Plumbing | ORourke Plumbing
= O’Rourke Plumbing | O'Rourke Plumbing
= J.R. Castell | J R Castell
= J. R. Castell | JR Castell
= Red Fern Studio | RedFern Studio
= Sun-Rise Bakery | Sunrise Bakery
= Dr. Ines Kallweit Keller | Ines Kallweit Keller
= Mr Tobias Lund Hansen | Tobias Lund Hansen
=  Harbour   View  Hotel | Harbour View Hotel
= Harbour\u00a0View Hotel | Harbour View Hotel
= Har\u200bbour View Hotel | Harbour View Hotel
= Northgate/Southgate Rentals | Northgate Southgate Rentals
= Fund II Growth | Fund 2 Growth
= "Sirius" Optik | Sirius Optik
= DELTA-4 Systems | Delta 4 Systems
= Oakley (Imports) | Oakley Imports
= Min-jun Park | Park Min Jun
= Yamada, Hanako | HANAKO YAMADA
! Anselm Karger | Anselm Krogmann
! Whitmore & Daughters | Whitmore & Sons Farm
! Smith-Okoro, Adaeze | Smith, Adam
! Harbour View Hotel | Harbour Light Hotel
! Red Fern Studio | Red Pine Studio
! Fund II Growth | Fund III Growth
! Branch 12 Bakery | Branch 13 Bakery
! Store 101 Supplies | Store 110 Supplies
! Yamada Hanako | Yamada Hiroshi
! Delta 4 Systems | Delta 5 Systems`,
  'Latin, parts': `
< J. Castell | Johanna Castell
< Johanna M. Castell | Johanna Marie Castell
< Castell | Johanna Castell
< Harbour View | Harbour View Hotel
< Larchfield Supplies | Larchfield Supplies International
< Penrose | Penrose Foundry
< A Karger | Anselm Karger
< Blue Mesa | Blue Mesa Holdings Europe
< Maria Rojo | Maria del Carmen Rojo
< Tobias Hansen | Tobias Lund Hansen
< Whitmore | Whitmore and Daughters
< T. L. Hansen | Tobias Lund Hansen
< Nguyen Anh | Nguyen Thi Hong Anh
< Sirius Optik Berlin | Sirius Optik
< Quarry Lane | Quarry Lane Joinery Works
! J. Castell | Maria Costa
! B Karger | Anselm Karger
! Harbour Hotel Nord | Harbour View Hotel
! Larchfield Export | Larchfield Supplies International
! M. Hansen | Tobias Lund Hansen
! A B | Anselm Karger`,
};
