/**
 * Settling former leaders in the loop of a group.
 */
@NullMarked
package io.github.leaderelection.internal.nodefence.runtime;

import org.jspecify.annotations.NullMarked;
