/**
 * Auto-configuration for fencing of nodes.
 */
@NullMarked
package io.github.leaderelection.nodefence.autoconfigure;

import org.jspecify.annotations.NullMarked;
