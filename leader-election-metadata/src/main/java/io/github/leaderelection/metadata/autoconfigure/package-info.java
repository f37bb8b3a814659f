/**
 * Auto-configuration for the metadata of groups.
 */
@NullMarked
package io.github.leaderelection.metadata.autoconfigure;

import org.jspecify.annotations.NullMarked;
