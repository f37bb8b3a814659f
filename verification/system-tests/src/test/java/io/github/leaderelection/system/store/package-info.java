/**
 * Servers in which processes keep their lease.
 */
@NullMarked
package io.github.leaderelection.system.store;

import org.jspecify.annotations.NullMarked;
