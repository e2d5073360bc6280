#pragma once
// Defines the functions of CPoppler.h for libsitta-pdf.so, which CPoppler loads.
