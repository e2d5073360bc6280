import ExtractionWorker

ExtractionProgram.run()
