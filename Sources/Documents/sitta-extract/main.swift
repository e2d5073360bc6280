import ExtractionWorker
import GeneralReaders

GeneralProgram().run()
