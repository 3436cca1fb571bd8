import Foundation
import KioskPrinting
import TestSupport
import Testing

struct LabelStockTests {
  @Test(arguments: LabelStock.builtIn) func `the built-in stocks are found by name and fit on their pages`(
    stock: LabelStock
  ) throws {
    #expect(try LabelStock(parsing: stock.name) == stock)
    #expect(try LabelStock(parsing: stock.name.uppercased()) == stock)
    for index in 0..<stock.labelsPerPage {
      let origin = stock.origin(of: index)
      #expect(origin.x >= 0 && origin.x + stock.label.width <= stock.page.width)
      #expect(origin.y >= 0 && origin.y + stock.label.height <= stock.page.height)
    }
  }

  @Test func `built-in stocks have the manufacturers' dimensions`() throws {
    let expected: [(String, Int, Int, Double, Double)] = [
      ("l7160", 3, 7, 63.5, 38.1), ("l7163", 2, 7, 99.1, 38.1), ("l7651", 5, 13, 38.1, 21.2),
      ("l7658", 7, 27, 25.4, 10),
      ("l4731", 7, 27, 25.4, 10), ("5160", 3, 10, 66.675, 25.4), ("5871", 2, 5, 88.9, 50.8), ("3474", 3, 8, 70, 37),
    ]
    for (name, columns, rows, width, height) in expected {
      let stock = try LabelStock(parsing: name)
      #expect((stock.columns, stock.rows) == (columns, rows))
      #expect(stock.label == LabelStock.Size(width, height))
    }
  }

  @Test func `stocks in the middle of their pages have the published margins`() throws {
    let margins: [(String, Double, Double)] = [
      ("l7651", 4.75, 10.7), ("l7658", 8.6, 13.5), ("l4731", 8.6, 13.5), ("5871", 0.75 * 25.4, 0.5 * 25.4),
    ]
    for (name, left, top) in margins {
      let stock = try LabelStock(parsing: name)
      #expect(abs(stock.left - left) < 0.01 && abs(stock.top - top) < 0.01, "\(name): \(stock.left), \(stock.top)")
    }
  }

  @Test func `labels are moved as far as their page allows`() throws {
    let stock = try LabelStock(parsing: "20x20,2x2,page=60x50,left=5,top=4")
    #expect(stock.room == (-5...15, -4...6))
    #expect(try #require(stock.moved(right: 15, down: -4)).origin(of: 3) == (40, 20))
    #expect(stock.moved(right: 15.1, down: 0) == nil && stock.moved(right: 0, down: -4.1) == nil)
  }

  @Test func `dimensions can be typed`() throws {
    let single = try LabelStock(parsing: "62x29")
    #expect(single.page == LabelStock.Size(62, 29) && single.labelsPerPage == 1)
    let grid = try LabelStock(parsing: "50 x 30, 4×9, page=letter, top=5, dx=52")
    #expect((grid.columns, grid.rows, grid.top, grid.columnPitch, grid.rowPitch) == (4, 9, 5, 52, 30))
    #expect(grid.page == .letter)
    #expect(abs(grid.left - (215.9 - 206) / 2) < 1e-9)
    #expect(try LabelStock(parsing: "50x30,2x2").page == .a4)
    #expect(try LabelStock(parsing: "a4,2x5").label == LabelStock.Size(95, 55.4))
    #expect(try LabelStock(parsing: "20x20,2x2,page=60x50,left=10").origin(of: 3) == (30, 25))
  }

  static let wrong: [(String, String)] = [
    ("l9999", "unknown stock 'l9999'"), ("", "unknown stock ''"),
    ("4x4", "a side or distance outside 5…2000 mm"),
    ("5000x20", "a side or distance outside"), ("20x-5", "a side or distance outside"),
    ("nanx20", "unknown stock 'nanx20'"),
    ("60x30,4x9", "take 240 × 270 mm and exceed the page"), ("60x30,2x2,dx=50", "overlap"),
    ("60x30,2x2,left=-5", "exceed the page"), ("60x30,2x2,page=b5", "page is a4, letter, a3, a5, a6 or"),
    ("60x30,nonsense", "is neither COLUMNSxROWS nor NAME=VALUE"), ("60x30,dx=1,dx=2", "each at most once"),
    ("60x30,2x2,dx=1e300", "a side or distance outside"), ("60x30,dx=wide", "with a number"),
    ("l7160,2x2", "only a4, letter, a5 and a6 take"), ("a4,0x3", "up to 50x50"),
    ("80mm", "is a roll and has no pages: use 'oobqr print label --roll 80mm'"),
    ("a4,2x3,left=4", "only a4, letter, a5 and a6 take"),
    ("a4,50x50", "a side or distance outside"),
  ]

  @Test(arguments: wrong) func `an invalid stock is refused`(text: String, reason: String) {
    #expect {
      try LabelStock(parsing: text)
    } throws: { error in
      "\(error)".contains(reason)
    }
  }

  @Test func `more than 200 labels in a row are refused`() {
    #expect(throws: PrintFault("the stock 'x' needs 1…200 columns and 1…200 rows")) { () throws in
      try LabelStock(name: "x", page: .a4, label: .init(5, 5), columns: 201)
    }
  }

  @Test func `glabels templates are read, with equivalents and units`() throws {
    try Files.withTemporaryFolder { folder in
      try Data(
        """
        <?xml version="1.0"?>
        <Glabels-paper-sizes><Paper-size id="A4" width="210mm" height="297mm"/></Glabels-paper-sizes>
        """.utf8
      ).write(to: folder.appending(path: "paper-sizes.xml"))
      try Data(
        """
        <?xml version="1.0"?>
        <Glabels-templates>
          <!-- a comment -->
          <Template brand="Acme" part="10" size="A4" _description="Labels">
            <Label-rectangle id="0" width="181.4" height="1.5in" round="5">
              <Markup-margin size="5"/>
              <Layout nx="3" ny="7" x0="21.2pt" y0="15.5mm" dx="66.04mm" dy="3.81cm"/>
            </Label-rectangle>
          </Template>
          <Template brand="Acme" part="R2" size="A4"><Label-round id="0" radius="20mm">
            <Layout nx="2" ny="2" x0="0" y0="0" dx="100" dy="100"/></Label-round></Template>
          <Template brand="Acme" part="J10" equiv="10"/>
        </Glabels-templates>
        """.utf8
      ).write(to: folder.appending(path: "acme-templates.xml"))
      for name in ["Acme 10", "acme j10", "J10"] {
        let stock = try #require(try GlabelsTemplates.stock(named: name, in: folder.path))
        #expect((stock.columns, stock.rows, stock.page) == (3, 7, .a4))
        #expect(abs(stock.label.width - 64) < 0.01 && abs(stock.label.height - 38.1) < 1e-9)
        #expect(abs(stock.left - 7.479) < 0.001 && abs(stock.top - 15.5) < 1e-9)
      }
      #expect(try GlabelsTemplates.stock(named: "Acme 11", in: folder.path) == nil)
      let round = "the labels of 'Acme R2' are not rectangles; symbols need rectangular labels"
      #expect(throws: PrintFault(round)) { try GlabelsTemplates.stock(named: "Acme R2", in: folder.path) }
      #expect(try GlabelsTemplates.stock(named: "Acme 10", in: "/nonexistent") == nil)
      // Round labels are left out.
      let all = GlabelsTemplates.all(in: folder.path)
      #expect(all.map(\.name) == ["Acme 10", "Acme J10"] && all.allSatisfy { $0.labelsPerPage == 21 })
      #expect(GlabelsTemplates.all(in: "/nonexistent").isEmpty)
    }
  }
}
