package io.github.leaderelection.internal.store.kubernetes.server;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One change, as watches tell it.
 *
 * @param revision after it
 * @param type ADDED, MODIFIED or DELETED
 * @param key of the object
 * @param object as it was left
 */
record ApiChange(long revision, String type, ObjectKey key, ObjectNode object) {

	/**
	 * Names an object.
	 *
	 * @param resource leases or pods
	 * @param namespace where it is
	 * @param name its name
	 */
	record ObjectKey(String resource, String namespace, String name) {
	}

}
