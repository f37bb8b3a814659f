/**
 * Who is well, as this node and a quorum see it.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.health;

import org.jspecify.annotations.NullMarked;
