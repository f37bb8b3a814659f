/**
 * What applications import: annotations, events and the registry. Uses nothing of this
 * library but the API of core.
 */
@NullMarked
package io.github.leaderelection.spring;

import org.jspecify.annotations.NullMarked;
