/**
 * Transactions that only the leader commits. Loaded with Spring's transactions alone;
 * only the auto-configuration uses it.
 */
@NullMarked
package io.github.leaderelection.internal.gate.transaction;

import org.jspecify.annotations.NullMarked;
