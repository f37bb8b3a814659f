/**
 * Notifies the listeners of one group in order; a late one first receives the latest
 * state.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.listener;

import org.jspecify.annotations.NullMarked;
