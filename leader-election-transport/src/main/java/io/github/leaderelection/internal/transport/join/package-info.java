/**
 * Addresses that are learned at run time: who knows where, asking seed nodes, answering.
 * Called by the auto-configuration; the links ask the address book.
 */
@NullMarked
package io.github.leaderelection.internal.transport.join;

import org.jspecify.annotations.NullMarked;
