/**
 * The one link of an observer, which dials one member after another until one sends it
 * its views.
 */
@NullMarked
package io.github.leaderelection.internal.transport.observer;

import org.jspecify.annotations.NullMarked;
