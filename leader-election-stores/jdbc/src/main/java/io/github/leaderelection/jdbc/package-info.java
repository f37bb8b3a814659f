/**
 * A fencing guard that keeps its tokens in the guarded relational database. Uses the
 * guard's contract and Spring JDBC.
 */
@NullMarked
package io.github.leaderelection.jdbc;

import org.jspecify.annotations.NullMarked;
