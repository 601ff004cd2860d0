/** Latin names that are mistaken for one another, and such that are not (see labelled-names.ts). */
export const latinMistaken: Readonly<Record<string, string>> = {
  'Latin, mistaken': `
~ Nordwind Logistik GmbH | Nordwlnd Logistik GmbH
~ Penrose Foundry Inc | Penrsoe Foundry Inc
~ Penrose Foundry Inc | Penrose Foundy Inc
~ Penrose Foundry Inc | Penrose Founndry Inc
~ Larchfield Supplies Ltd | Larchfleld Supplies Ltd
~ Larchfield Supplies Ltd | Larchfield Suppliers Ltd
~ Larchfield Supplies Ltd | Larchfeild Supplies Ltd
~ Blue Mesa Holdings LLC | Blue Mesa Ho1dings LLC
~ Blue Mesa Holdings LLC | B1ue Mesa Holdings LLC
~ Tamarack Partners | Tarnarack Partners
~ Tamarack Partners | Tamarak Partners
~ Maison Verdier SARL | Maison Verdler SARL
~ Maison Verdier SARL | Maison Vedrier SARL
~ Van Hoorn Bloemen BV | Van Hoom Bloemen BV
~ Van Hoorn Bloemen BV | Van Hoorn Bloemem BV
~ Fratelli Gallo SpA | Fratelli Galllo SpA
~ Fratelli Gallo SpA | Frateli Gallo SpA
~ Aceites del Sur SL | Aceltes del Sur SL
~ Fjordkraft Montasje AS | Fjordkratf Montasje AS
~ Kotipuu Oy | Kotipuo Oy
~ Zielony Las | Zie1ony Las
~ Duna Malom Kft | Duna Malorn Kft
~ Yıldız Tekstil | Yildiz Tekstll
~ Lakeview Textiles | Lakevievv Textiles
~ Lakeview Textiles | Lakewiew Textiles
~ Coral Quay Trading | Coral Quay Tradlng
~ Coral Quay Trading | Coral Quay Traiding
~ Bukit Hijau | Bukit Hijua
~ Anselm Karger | Anselm Kargar
~ Anselm Karger | Anselrn Karger
~ Anselm Karger | Anslem Karger
~ Karger, Anselm | Anselm Krager
~ José Ángel Núñez | Jose Angle Nunez
~ Łukasz Żółkiewski | Lukasz Zolkiewsky
~ Sarka Dvorakova | Sarka Dvorakowa
~ Adaeze Smith Okoro | Adaeze Smyth Okoro
~ Harbour View Hotel | Harbor View Hotel
~ Harbour View Hotel | Harbour Veiw Hotel
~ Whitmore and Daughters | Whitmore and Daugthers
~ Meru Tea Growers | Meru Tea Grovvers
~ Kestrel Air Freight | Kestrel Air Frieght
~ Kestrel Air Freight | Kestre1 Air Freight
~ Open Water Trust | 0pen Water Trust
~ Sirius Optik | Sirlus Optik
~ Sirius Optik | Siruis Optik
~ Oakley Imports | Oakly Imports
~ Shenzhen Bright Lamp | Shenzen Bright Lamp
~ Hanbit Motors | Hanbit Mortors
~ Gintaro Kelias | Gintaro Keliass
~ Modra Hora | Modra Horra
~ Balti Puit | Baltl Puit
~ Severny Veter | Severnyy Veter
~ Red Gum Haulage | Red Gum Hauiage
~ Asahi Kogu | Asahi Kogo
~ Maju Samudra | Maju Samudera
~ Blue Mesa Holdings | Blue Messa Holdings
~ Tidewater Clinic | Tidewater C1inic
~ Tidewater Clinic | Tidewater Cllnic
~ Modern Door Works | Modem Door Works
~ Cloverdale Dairy | Doverdale Dairy
~ Cornwell Stone | Comwell Stone
~ Ballantyne Press | Ballentyne Press
~ Ballantyne Press | Balantyne Press
~ Cartwright Motors | Cartright Motors
~ Pembroke Glass | Pembrooke Glass
~ Aldous Merrick | Aldous Merrlck
~ Aldous Merrick | Aldous Merick
~ Valentina Orsini | Valentina Orsinl
~ Valentina Orsini | Valentlna Orsini
~ Valentina Orsini | Valentino Orsini
~ Tobias Lund Hansen | Tobias Lund Hanson
~ Catherine Moreau | Katherine Moreau
~ Stephen Ashdown | Stephan Ashdown
~ Wilhelm Ostermann | Wilhelm Ostermannn
~ Gustav Hellberg | Gustaf Hellberg
~ Farouk Benali | Farouk Benall
~ Westbridge Data Centre | Westbridge Data Center
~ Westbridge Data Centre | Westbrdige Data Centre
~ Quarry Lane Joinery | Quarry Lane Jolnery
~ Quarry Lane Joinery | Quary Lane Joinery
~ Silverline Couriers | Silverlime Couriers
~ Silverline Couriers | Sliverline Couriers
~ Silverline Couriers | Silverlin Curiers
~ Brightwater Energy | Britghwater Enegry
~ Meadowbrook Farms | Meadwobrok Farms
! Mario Rossetti | Maria Rossetti
! Daniel Weberling | Daniela Weberling
! Jan Kubes | Jon Kubes
! Kim Bae Soo | Kam Bae Soo
! Li Wei | Lu Wei
! Nora Ek | Dora Ek
! Tom Reed | Tim Reed
! Martin Sands | Marvin Lands
! Tidewater Clinic | Tidewater Dental
! Modern Door Works | Modern Floor Works
! Cornwell Stone | Cornwell Steel
! Ballantyne Press | Ballantyne Foods
! Pembroke Glass | Pembroke Grass Seed
! Aldous Merrick | Alden Merritt
! Valentina Orsini | Valeria Orsini
! Catherine Moreau | Christine Moreau
! Stephen Ashdown | Steven Ashworth
! Westbridge Data Centre | Eastbridge Data Centre
! Silverline Couriers | Silverline Carriers
! Silverline Couriers | Goldline Couriers
! Brightwater Energy | Whitewater Energy
! Quarry Lane Joinery | Quarry Road Joinery
! Gustav Hellberg | Gustav Hellström
! Farouk Benali | Farid Benali
! Sunrise Bakery | Sunset Bakery
! Hotel Bellavista | Hotel Belvedere
! ABC Supplies | ABD Supplies
! Kiosk 7 | Kiosk 8
! Route 66 Diner | Route 69 Diner
! Wang Fang | Wang Fan
! Eva Holm | Ewa Holt
! Green Acre | Green Arch
! Peter Black | Peter Blake
! Anna Berger | Hanna Berger
! Northern Rail Parts | Northern Road Parts
! Eagle Printing | Beagle Painting
! Marlow Timber | Harlow Lumber
! Ocean Freight One | Ocean Freight Two
! First Harbour Bank | Third Harbour Bank
! Loom & Thread | Room & Bread`,
};
