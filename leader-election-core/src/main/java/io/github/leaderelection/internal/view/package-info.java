/**
 * The views that a member shows to observers, which are no members and learn nothing
 * else.
 */
@NullMarked
package io.github.leaderelection.internal.view;

import org.jspecify.annotations.NullMarked;
