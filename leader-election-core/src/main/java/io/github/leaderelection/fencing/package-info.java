/**
 * What stands in front of a resource that leaders write to: it lets no token pass that is
 * lower than one it has seen. Anybody may use it; it knows the API of core alone.
 */
@NullMarked
package io.github.leaderelection.fencing;

import org.jspecify.annotations.NullMarked;
