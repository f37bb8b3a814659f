/**
 * Leading by a lease in a store: one record, written by compare-and-set, whose age every
 * node judges by a clock of its own.
 */
@NullMarked
package io.github.leaderelection.internal.lease;

import org.jspecify.annotations.NullMarked;
