/**
 * Addresses learned at run time: the address book, the questions to seed nodes, and their
 * answers. Called by the auto-configuration; the links ask the address book.
 */
@NullMarked
package io.github.leaderelection.internal.transport.join;

import org.jspecify.annotations.NullMarked;
