/**
 * The configuration of assignments. Internal: it may change in any release.
 */
@NullMarked
package io.github.leaderelection.assignments.autoconfigure;

import org.jspecify.annotations.NullMarked;
