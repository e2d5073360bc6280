import ExtractionWorker
import GeneralReaders

// One program with several names, because each program contains Swift's runtime and ICU. What the others need is
// loaded only under their names.
switch CommandLine.arguments.first?.split(separator: "/").last {
case "sitta-extract-pdf": PortableDocumentProgram().run()
case "sitta-extract-ocr": RecognitionProgram(CommandLine.arguments).run()
case "sitta-extract-meaning": EncodingProgram(CommandLine.arguments).run()
case "sitta-extract-external": ConversionProgram(arguments: CommandLine.arguments).run()
default: GeneralProgram().run()
}
