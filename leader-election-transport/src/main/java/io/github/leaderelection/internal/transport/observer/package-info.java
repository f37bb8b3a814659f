/**
 * The one held request of an observer, which asks one member after another until one
 * shows it its views.
 */
@NullMarked
package io.github.leaderelection.internal.transport.observer;

import org.jspecify.annotations.NullMarked;
