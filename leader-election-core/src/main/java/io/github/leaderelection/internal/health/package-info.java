/**
 * Decides from the signs of life of a member whether it is suspected. Has no clock,
 * thread or log. Elections feed it; the builder of a node configures it.
 */
@NullMarked
package io.github.leaderelection.internal.health;

import org.jspecify.annotations.NullMarked;
