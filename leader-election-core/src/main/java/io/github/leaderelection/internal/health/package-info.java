/**
 * Tells from what was heard of a member, and when, whether it is to be suspected: pure,
 * without clock, thread or log. Fed by elections, configured by whoever builds a node.
 */
@NullMarked
package io.github.leaderelection.internal.health;

import org.jspecify.annotations.NullMarked;
