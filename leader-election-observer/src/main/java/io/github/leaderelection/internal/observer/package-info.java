/**
 * A node that is no member: it follows what members show it, and takes part in nothing.
 */
@NullMarked
package io.github.leaderelection.internal.observer;

import org.jspecify.annotations.NullMarked;
