/**
 * The lifecycle of the node in a Spring application, and the publication of its events.
 * The auto-configuration creates the beans.
 */
@NullMarked
package io.github.leaderelection.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
