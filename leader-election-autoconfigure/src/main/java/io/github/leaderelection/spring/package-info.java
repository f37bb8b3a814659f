/**
 * What applications import: the annotation, the events and the registry. Anybody may use
 * it; it knows the API of core and nothing else of this library.
 */
@NullMarked
package io.github.leaderelection.spring;

import org.jspecify.annotations.NullMarked;
