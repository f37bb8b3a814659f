/**
 * Questions to a node that holds them until it has news. Called by observers and workers.
 */
@NullMarked
package io.github.leaderelection.internal.transport.asking;

import org.jspecify.annotations.NullMarked;
