#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chess0x88_fuzz::wasm(data));
