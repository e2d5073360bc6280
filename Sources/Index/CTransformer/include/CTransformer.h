#pragma once
// The arithmetic of a transformer that encodes one short text: a few rows of floats, one for each piece of the text,
// and large matrices of bytes. All functions are O(what they read), and use no memory but that of the caller.
#include <stdint.h>

/// The instructions that a function may use.
enum ctransformer_instructions {
  CTRANSFORMER_GENERIC,
  CTRANSFORMER_AVX2,
  CTRANSFORMER_AVX512_VNNI,
};

/// Returns the quickest instructions of this processor; it also supports those listed before them.
enum ctransformer_instructions ctransformer_best_instructions(void);

enum {
  CTRANSFORMER_MOST_ROWS = 128,
  /// Inputs, outputs and the size of a row are multiples of it.
  CTRANSFORMER_STEP = 32,
  /// The size of a head is a multiple of it.
  CTRANSFORMER_HEAD_STEP = 16,
  CTRANSFORMER_MOST_HEAD_SIZE = 64,
};

/// Multiplies rows with a matrix, and adds a bias to each output.
///
/// The inputs of a row are rounded to 16 bits with a common scale; `rounded` has room for all inputs. The matrix is
/// stored as scripts/make-meaning-table.py describes it. All instructions give the same numbers.
void ctransformer_multiply(enum ctransformer_instructions instructions, const float *rows, int row_count,
                           int input_count, const uint8_t *weights, const float *scales, const float *biases,
                           int output_count, int16_t *rounded, float *outputs);

/// Adds other rows to rows, and normalises each of them: its mean becomes 0 and its variance 1, before it is multiplied
/// with factors and added to offsets.
void ctransformer_normalise(enum ctransformer_instructions instructions, float *rows, const float *others,
                            int row_count, int size, const float *factors, const float *offsets);

/// Replaces numbers by x · Φ(x), the GELU, in its form with tanh (Hendrycks and Gimpel, 2016). Their count is a multiple
/// of the step.
void ctransformer_activate(enum ctransformer_instructions instructions, float *numbers, int count);

/// Computes the attention of each row to all rows, for each head.
///
/// A row has its queries, keys and values, each of `size` numbers; the outputs have `size` numbers.
void ctransformer_attend(enum ctransformer_instructions instructions, const float *rows, int row_count, int size,
                         int head_count, float *outputs);
