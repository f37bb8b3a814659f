/**
 * The one link of an observer: it dials one member after another until one shows it what
 * it sees.
 */
@NullMarked
package io.github.leaderelection.internal.transport.observer;

import org.jspecify.annotations.NullMarked;
