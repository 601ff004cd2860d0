/**
 * The single layout of every PDF. Its content comes in as data (`sys.inputs.document`), never as markup, so that no name or
 * reference can run anything.
 */
export const template = `
#let doc = json(bytes(sys.inputs.document))
#let grey = luma(95)
#let hairline = 0.4pt + luma(200)
#let at = doc.date
#set document(
  title: doc.title,
  date: datetime(year: at.at(0), month: at.at(1), day: at.at(2), hour: at.at(3), minute: at.at(4), second: at.at(5)),
)
#set page(
  paper: "a4",
  flipped: doc.isWide,
  margin: (x: 16mm, top: 16mm, bottom: 20mm),
  footer: context {
    set text(7.5pt, fill: grey)
    grid(
      columns: (1fr, auto),
      column-gutter: 8mm,
      doc.foot,
      [Page #counter(page).display() of #counter(page).final().first()],
    )
  },
)
#set text(font: doc.fonts, size: 8.5pt, lang: "en", number-width: "tabular", fallback: true)
#set par(leading: 0.55em, spacing: 0.9em)
#show heading.where(level: 1): it => text(19pt, weight: 700, it.body)
#show heading.where(level: 2): it => block(above: 1.7em, below: 0.8em, sticky: true, text(11.5pt, weight: 700, it.body))

#heading(level: 1, doc.title)
#v(-0.6em)
#text(9pt, fill: grey, doc.about)
#v(0.4em)

#for part in doc.parts {
  if part.kind == "heading" { heading(level: 2, part.text) }
  if part.kind == "text" {
    if part.isNotice {
      block(width: 100%, inset: 7pt, radius: 3pt, fill: rgb("#fdf3dc"), stroke: 0.5pt + rgb("#d9a441"), part.text)
    } else { par(part.text) }
  }
  if part.kind == "facts" {
    // A short list is kept on one page, so that no page has only its last line.
    let isLong = part.facts.len() > 15 or part.facts.flatten().join().len() > 2000
    block(breakable: isLong, grid(
      columns: (auto, 1fr),
      column-gutter: 7mm,
      row-gutter: 0.75em,
      ..part.facts.map(fact => (text(fill: grey, fact.at(0)), fact.at(1))).flatten(),
    ))
  }
  if part.kind == "table" {
    table(
      columns: part.columns.map(column => if column.share == none { auto } else { column.share * 1fr }),
      align: (x, _) => if part.columns.at(x).isFigure { right } else { left },
      stroke: (_, y) => if y == 0 { (bottom: 0.8pt + luma(90)) } else { (bottom: hairline) },
      inset: (x: 3.5pt, y: 3.6pt),
      table.header(..part.columns.map(column => text(7.5pt, weight: 700, column.header))),
      ..part.rows.flatten().map(cell => text(7.5pt, cell)),
    )
  }
}
`;
