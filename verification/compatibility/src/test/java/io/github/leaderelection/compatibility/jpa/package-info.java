/**
 * An application that writes by JPA to the database that keeps its lease.
 */
@NullMarked
package io.github.leaderelection.compatibility.jpa;

import org.jspecify.annotations.NullMarked;
