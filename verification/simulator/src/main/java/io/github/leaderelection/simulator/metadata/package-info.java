/**
 * The register beside leaderships in virtual time.
 */
@NullMarked
package io.github.leaderelection.simulator.metadata;

import org.jspecify.annotations.NullMarked;
