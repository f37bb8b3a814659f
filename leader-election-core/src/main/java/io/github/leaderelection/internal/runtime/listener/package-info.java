/**
 * Tells the listeners of one group, in order, and each late one what the others know.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.listener;

import org.jspecify.annotations.NullMarked;
