/**
 * Says what is wrong and what to do when an application fails to start. Called by Spring
 * Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
