#pragma once
// Only data, see data.S. Programs that use ICU depend on it, so that the linker takes this data first.
