/**
 * What stands beside the election of a group, fed by its events and effects: the parts of
 * the runtime itself, and the extensions that a node is given.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.extension;

import org.jspecify.annotations.NullMarked;
