/**
 * The register of a group as pure steps.
 */
@NullMarked
package io.github.leaderelection.internal.metadata.protocol;

import org.jspecify.annotations.NullMarked;
