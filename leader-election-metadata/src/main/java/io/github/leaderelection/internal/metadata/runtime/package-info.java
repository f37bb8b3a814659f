/**
 * The register of a group in the loop of its election.
 */
@NullMarked
package io.github.leaderelection.internal.metadata.runtime;

import org.jspecify.annotations.NullMarked;
