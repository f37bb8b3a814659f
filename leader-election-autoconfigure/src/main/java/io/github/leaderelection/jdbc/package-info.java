/**
 * The guard whose tokens are kept beside what it guards, in a relational database.
 * Anybody may use it; it knows the guard's contract and Spring JDBC.
 */
@NullMarked
package io.github.leaderelection.jdbc;

import org.jspecify.annotations.NullMarked;
