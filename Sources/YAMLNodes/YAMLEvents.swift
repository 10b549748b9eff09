// SPDX-License-Identifier: Apache-2.0
internal import CLibyaml
internal import Glibc

/// A YAML text read event by event, in memory that does not depend on its length.
///
/// The depth and the length of one event are limited. The C counterpart is `yaml_parser_t`.
package final class YAMLEvents {
  /// One event of a YAML text.
  package enum Event: Hashable, Sendable {
    /// A document begins.
    case documentStart
    /// A document is complete.
    case documentEnd
    /// An alias; ``YAMLEvents/anchor`` is its name.
    case alias
    /// A scalar; ``YAMLEvents/text`` is its text.
    case scalar
    /// A sequence begins; its items follow.
    case sequenceStart
    /// A sequence is complete.
    case sequenceEnd
    /// A mapping begins; keys and values alternate.
    case mappingStart
    /// A mapping is complete.
    case mappingEnd
    /// The text has ended.
    case end
  }

  /// A function that fills the buffer with the next bytes and returns their number: 0 at the end,
  /// nil if reading failed.
  package typealias Reader = (UnsafeMutableRawBufferPointer) -> Int?

  /// The place where the last event begins.
  package private(set) var place = YAMLPlace(line: 1, column: 1)
  /// The number of open collections after the last event.
  package private(set) var depth = 0

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let read: Reader
  private let depthLimit: Int
  private let pieceLimit: Int
  private var bytesSinceEvent = 0
  private var isReadFailed = false
  private var isAtEnd = false
  private var failure: YAMLError?

  /// Creates a reader of a text.
  ///
  /// - Parameters:
  ///   - depthLimit: the maximum depth of nested collections.
  ///   - pieceLimit: the maximum number of bytes read for one event.
  ///   - read: returns the bytes of the text.
  package init(depthLimit: Int = 64, pieceLimit: Int = 1 << 20, read: @escaping Reader) {
    self.depthLimit = depthLimit
    self.pieceLimit = pieceLimit
    self.read = read
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    guard yaml_parser_initialize(parser) != 0 else {
      failure = YAMLError(place: place, problem: .outOfMemory)
      return
    }
    // Unretained, because the parser is deleted with this object.
    yaml_parser_set_input(
      parser,
      { owner, bytes, size, count in
        guard let owner, let bytes, let count else { return 0 }
        let events = Unmanaged<YAMLEvents>.fromOpaque(owner).takeUnretainedValue()
        return events.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size), count)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ count: UnsafeMutablePointer<Int>
  ) -> Int32 {
    guard bytesSinceEvent <= pieceLimit, let size = read(buffer), size <= buffer.count else {
      isReadFailed = bytesSinceEvent <= pieceLimit
      return 0
    }
    bytesSinceEvent += size
    count.pointee = size
    return 1
  }

  /// Reads the next event; after ``Event/end`` returns it again.
  ///
  /// - Throws: the error in the text; every later call throws it again.
  package func next() throws(YAMLError) -> Event {
    if let failure { throw failure }
    if isAtEnd { return .end }
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) != 0 else { throw fail(parserProblem, at: errorPlace) }
    bytesSinceEvent = 0
    place = YAMLPlace(event.pointee.start_mark)
    switch event.pointee.type {
    case YAML_STREAM_START_EVENT, YAML_NO_EVENT: return try next()
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return .alias
    case YAML_SCALAR_EVENT: return .scalar
    case YAML_SEQUENCE_START_EVENT: return try open(.sequenceStart)
    case YAML_MAPPING_START_EVENT: return try open(.mappingStart)
    case YAML_SEQUENCE_END_EVENT: return close(.sequenceEnd)
    case YAML_MAPPING_END_EVENT: return close(.mappingEnd)
    default:
      isAtEnd = true
      return .end
    }
  }

  /// Skips to the end of the collection whose contents have a given depth, and past it.
  package func skip(outOfDepth inside: Int) throws(YAMLError) {
    while depth >= inside { if try next() == .end { return } }
  }

  /// The text of the last event if it is a scalar; empty for any other event.
  package var text: String {
    String(decoding: scalar, as: UTF8.self)
  }

  /// Whether the last event is a scalar without quotes.
  package var isPlain: Bool {
    event.pointee.type == YAML_SCALAR_EVENT
      && event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
  }

  /// Whether the last event begins a sequence or a mapping.
  package var isCollectionStart: Bool {
    event.pointee.type == YAML_SEQUENCE_START_EVENT
      || event.pointee.type == YAML_MAPPING_START_EVENT
  }

  /// Whether the last event begins a collection in brackets or braces.
  package var isFlow: Bool {
    switch event.pointee.type {
    case YAML_SEQUENCE_START_EVENT:
      event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    default: false
    }
  }

  /// The anchor that the last event defines, or that an alias refers to; nil without one.
  package var anchor: String? {
    let name: UnsafeMutablePointer<yaml_char_t>? =
      switch event.pointee.type {
      case YAML_ALIAS_EVENT: event.pointee.data.alias.anchor
      case YAML_SCALAR_EVENT: event.pointee.data.scalar.anchor
      case YAML_SEQUENCE_START_EVENT: event.pointee.data.sequence_start.anchor
      case YAML_MAPPING_START_EVENT: event.pointee.data.mapping_start.anchor
      default: nil
      }
    return name.map { String(cString: $0) }
  }

  /// The UTF-8 bytes of the last event if it is a scalar, valid until the next event; empty for any
  /// other event.
  package var scalar: UnsafeRawBufferPointer {
    guard event.pointee.type == YAML_SCALAR_EVENT else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let scalar = event.pointee.data.scalar
    return UnsafeRawBufferPointer(start: scalar.value, count: scalar.length)
  }

  private func open(_ event: Event) throws(YAMLError) -> Event {
    depth += 1
    if depth > depthLimit { throw fail(.tooDeep(limit: depthLimit), at: place) }
    return event
  }

  private func close(_ event: Event) -> Event {
    depth -= 1
    return event
  }

  private func fail(_ problem: YAMLError.Problem, at place: YAMLPlace) -> YAMLError {
    let error = YAMLError(place: place, problem: problem)
    failure = error
    return error
  }

  private var errorPlace: YAMLPlace {
    switch parser.pointee.error {
    // The error is at the quote that was opened, although it is found only at the end of the text.
    case YAML_SCANNER_ERROR where isInQuotes: YAMLPlace(parser.pointee.context_mark)
    case YAML_SCANNER_ERROR, YAML_PARSER_ERROR: YAMLPlace(parser.pointee.problem_mark)
    // libyaml reports no position for these errors; its current mark may be after the error.
    default: YAMLPlace(parser.pointee.mark)
    }
  }

  private var isInQuotes: Bool {
    parser.pointee.context.map { strcmp($0, "while scanning a quoted scalar") == 0 } ?? false
  }

  private var parserProblem: YAMLError.Problem {
    if isReadFailed { return .readFailed }
    if bytesSinceEvent > pieceLimit { return .tooLong(limit: pieceLimit) }
    switch parser.pointee.error {
    case YAML_MEMORY_ERROR: return .outOfMemory
    case YAML_READER_ERROR: return .encoding(byteOffset: parser.pointee.problem_offset)
    default:
      return .syntax(
        problem: parser.pointee.problem.map { String(cString: $0) } ?? "",
        context: parser.pointee.context.map { String(cString: $0) } ?? "")
    }
  }
}

extension YAMLPlace {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }
}
