//! Converts a trained bot's networks to and from a safetensors file, with one tensor per network
//! and layer.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use super::network::{Net, Network, NetworkShape};
use crate::game::learnable::InputLayout;

/// Writes a network as a safetensors file. The tensors consist of little-endian `f32` and have
/// names such as `card.position.weight`. Each row of a weight tensor belongs to one input.
pub fn write(network: &Network, layout: &InputLayout) -> Vec<u8> {
    let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = vec![];
    for (of_net, net) in layout.nets().iter().zip(&network.nets) {
        for (named, part) in Net::PARTS.into_iter().zip(net.parts()) {
            let bytes = part.iter().flat_map(|number| number.to_le_bytes()).collect();
            tensors.push((format!("{of_net}.{}", named.0), shape_of(named, part), bytes));
        }
    }
    let views = tensors.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
        (name, view.expect("as many numbers as the shape says"))
    });
    serialize(views, None::<HashMap<String, String>>).expect("tensors can be written")
}

/// Reads a network from a safetensors file.
///
/// # Errors
/// Fails if the file is not valid safetensors, or if a tensor is missing, has a wrong shape, or
/// contains a number that is not finite.
pub fn read(bytes: &[u8], layout: &InputLayout) -> Result<Network, String> {
    let file = SafeTensors::deserialize(bytes)
        .map_err(|error| format!("is not a safetensors file: {error}"))?;
    let mut network = Network::zero(&NetworkShape::of(layout));
    let mut known = 0;
    for (of_net, net) in layout.nets().iter().zip(&mut network.nets) {
        for (named, part) in Net::PARTS.into_iter().zip(net.parts_mut()) {
            let name = format!("{of_net}.{}", named.0);
            let shape = shape_of(named, part);
            let tensor = file.tensor(&name).map_err(|_| format!("has no tensor {name}"))?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
                return Err(format!(
                    "tensor {name} is {:?} {:?}; wants F32 {shape:?}",
                    tensor.dtype(),
                    tensor.shape()
                ));
            }
            let (chunks, _) = tensor.data().as_chunks();
            for (number, &bytes) in part.iter_mut().zip(chunks) {
                *number = f32::from_le_bytes(bytes);
                if !number.is_finite() {
                    return Err(format!("tensor {name} contains a number that is not finite"));
                }
            }
            known += 1;
        }
    }
    match file.len() {
        found if found == known => Ok(network),
        found => Err(format!("has {found} tensors; wants {known}")),
    }
}

/// Returns the shape of a tensor with this name and these numbers, in a layer with `units` units: a
/// row of weights for each input of the layer, or a single row.
fn shape_of((name, units): (&str, usize), numbers: &[f32]) -> Vec<usize> {
    match name.ends_with(".weight") && name != "value.weight" {
        true => vec![numbers.len() / units, units],
        false => vec![units],
    }
}
