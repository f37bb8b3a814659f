/**
 * Protects resources from the writes of former leaders by fencing tokens and sequence
 * numbers. Uses only the API of core.
 */
@NullMarked
package io.github.leaderelection.fencing;

import org.jspecify.annotations.NullMarked;
