//! The allocator: blocks of powers of two, with a list of free blocks for each size.
//!
//! It has a tenth of the code of the standard library's allocator, which matters in a module with few games and texts. Blocks are
//! never split or merged, so for each size the memory is the most that was used at one time.

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::UnsafeCell;
use std::ptr;

const PAGE: usize = 1 << 16;
/// The smallest block, and the largest alignment, in bytes.
const SMALLEST: usize = 16;
const ALIGNED: usize = 64;

struct Blocks {
    /// The first free block of each size, by its logarithm. A free block has the address of the next one.
    free: [*mut u8; 32],
    /// The memory that was never used.
    next: usize,
    end: usize,
}

struct Pool(UnsafeCell<Blocks>);

#[global_allocator]
static POOL: Pool = Pool(UnsafeCell::new(Blocks { free: [ptr::null_mut(); 32], next: 0, end: 0 }));

#[cfg(target_feature = "atomics")]
compile_error!("this allocator serves one thread: build without `atomics`");

// SAFETY: there are no threads without `atomics`.
unsafe impl Sync for Pool {}

/// The size of the block for a layout.
fn size(layout: Layout) -> usize {
    layout.size().max(layout.align()).max(SMALLEST).next_power_of_two()
}

impl Blocks {
    /// Returns a block that was never used; null if there is no more memory.
    fn fresh(&mut self, size: usize) -> *mut u8 {
        let start = self.next.next_multiple_of(size.min(ALIGNED));
        if start + size > self.end {
            let pages = size.div_ceil(PAGE);
            let end = memory_size(0) * PAGE;
            if memory_grow(0, pages) == usize::MAX {
                return ptr::null_mut();
            }
            // The rest before the old end is used only if no other code has grown the memory.
            if end != self.end {
                self.next = end;
            }
            self.end = end + pages * PAGE;
            return self.fresh(size);
        }
        self.next = start + size;
        ptr::with_exposed_provenance_mut(start)
    }
}

// SAFETY: blocks are as large as asked for, aligned to their size or to ALIGNED, and handed out once until they are free again.
unsafe impl GlobalAlloc for Pool {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = size(layout);
        if layout.align() > ALIGNED || size > 1 << 30 {
            return ptr::null_mut();
        }
        // SAFETY: one thread, and no reference outlives a call.
        let blocks = unsafe { &mut *self.0.get() };
        let free = &mut blocks.free[size.trailing_zeros() as usize];
        if free.is_null() {
            return blocks.fresh(size);
        }
        let block = *free;
        // SAFETY: a free block holds the address of the next.
        *free = unsafe { block.cast::<*mut u8>().read() };
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; the block is free now, and large enough for an address.
        unsafe {
            let free = &mut (*self.0.get()).free[size(layout).trailing_zeros() as usize];
            block.cast::<*mut u8>().write(*free);
            *free = block;
        }
    }
}
