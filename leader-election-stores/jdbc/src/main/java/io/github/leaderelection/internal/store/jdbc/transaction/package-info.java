/**
 * The check of a commit by the row that names the leader. Only the auto-configuration
 * uses it.
 */
@NullMarked
package io.github.leaderelection.internal.store.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
