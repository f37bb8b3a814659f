/**
 * What the links ask of what carries them, and what they do for it: connections out and
 * in, times, and why one is closed or refused. Each transport implements it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.medium;

import org.jspecify.annotations.NullMarked;
